import { QueryClientProvider } from '@tanstack/react-query';
import { cleanup, fireEvent, render, screen } from '@testing-library/react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { queryClient } from '../../../kernel/query';
import { ExportButton } from './ExportDialog';

const fetched = vi.fn<typeof fetch>();

beforeEach(() => vi.stubGlobal('fetch', fetched));

afterEach(() => {
  cleanup();
  queryClient.clear();
  fetched.mockReset();
  vi.unstubAllGlobals();
});

function open(): void {
  render(
    <QueryClientProvider client={queryClient}>
      <ExportButton name="the group g" path="/api/export" query={{ folderUid: 'f', group: 'g' }} />
    </QueryClientProvider>,
  );
  fireEvent.click(screen.getByRole('button', { name: 'Export the group g' }));
}

test('what is exported is shown in the format that is chosen', async () => {
  fetched.mockImplementation(async (address) => new Response(`asked ${String(address)}`));
  open();
  expect((await screen.findByLabelText('the group g as YAML')).textContent).toBe(
    'asked /api/export?folderUid=f&group=g&format=yaml',
  );
  fireEvent.click(screen.getByRole('tab', { name: 'Terraform (HCL)' }));
  expect((await screen.findByLabelText('the group g as HCL')).textContent).toContain('format=hcl');
});

test('a refused export shows the message of the server and cannot be downloaded', async () => {
  fetched.mockImplementation(
    async () => new Response('{"message":"The folder f is not yours to see."}', { status: 403 }),
  );
  open();
  expect(await screen.findByText('The folder f is not yours to see.')).toBeDefined();
  expect(screen.getByRole('button', { name: 'Download' }).hasAttribute('disabled')).toBe(true);
});
