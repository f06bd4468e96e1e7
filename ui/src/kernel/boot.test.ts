// @vitest-environment happy-dom
import { describe, expect, it } from 'vitest';
import { holdsExplore, mayExplore, setBoot, type BootData } from './boot';

const signedIn = (orgRole: string, permissions: string[], settings: Record<string, boolean>) =>
  setBoot({
    settings: { exploreEnabled: true, viewersCanEdit: false, ...settings },
    user: { orgRole, permissions },
  } as unknown as BootData);

describe('Explore is offered', () => {
  const reads = ['datasources:read'];
  it.each([
    ['Viewer', reads, {}, false],
    ['Viewer', reads, { viewersCanEdit: true }, true],
    ['Editor', reads, {}, true],
    ['Admin', reads, { exploreEnabled: false }, false],
    ['None', [], { viewersCanEdit: true }, false],
  ])('to %s with %j and %j: %s', (role, permissions, settings, expected) => {
    signedIn(role, permissions, settings);
    expect(mayExplore()).toBe(expected);
  });

  it('by role, apart from whether this server has it', () => {
    signedIn('Editor', reads, { exploreEnabled: false });
    expect(holdsExplore()).toBe(true);
  });
});
