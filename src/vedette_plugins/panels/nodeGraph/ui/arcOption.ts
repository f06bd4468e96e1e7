/** A section of the ring of a node, as stored. */
export interface ArcOption {
  field?: string;
  color?: string;
}
