/** The panel types, as the manifests (`plugin.json`) of their folders declare them. */

export interface PanelManifest {
  /** The `type` of stored panels. */
  id: string;
  name: string;
  description: string;
  /** The module that exports the definition, relative to the folder. */
  ui: string;
  /** Has little code: it is loaded and drawn before panels with more. */
  light?: boolean;
  /**
   * Tells series apart by color. Without it, the color of a value follows its thresholds. Both
   * apply where the stored panel sets no color scheme.
   */
  colors?: 'series';
  /** On narrow screens, takes half the width if it is small, or grows with its content. */
  narrow?: 'half' | 'grow';
}

export interface PanelType extends PanelManifest {
  folder: string;
}

const manifests = import.meta.glob<PanelManifest>(
  '../../../src/vedette_plugins/panels/*/plugin.json',
  { eager: true, import: 'default' },
);

export const panelTypes: ReadonlyMap<string, PanelType> = new Map(
  Object.entries(manifests).map(([path, manifest]) => [
    manifest.id,
    { ...manifest, folder: path.slice(0, path.lastIndexOf('/')) },
  ]),
);
