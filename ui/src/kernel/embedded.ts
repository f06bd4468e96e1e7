/**
 * What the server wrote into the page: the boot block, so that the first paint needs no request.
 */
import type { BootData } from './bootData';

function readBlock(): BootData | null {
  const text = document.getElementById('vedette-boot')?.textContent;
  if (!text) return null;
  try {
    return JSON.parse(text) as BootData;
  } catch {
    return null;
  }
}

export const embedded: BootData | null = readBlock();

/** Sub path the product is served under, without a trailing slash: `` or `/vedette`. */
export const basePath: string = (embedded?.settings.appSubUrl ?? '').replace(/\/+$/, '');
