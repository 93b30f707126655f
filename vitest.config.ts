import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: {
    include: ['{runtime,conformance,fixtures,demos,scripts}/**/*.test.ts'],
    testTimeout: 30_000,
    // Real processes on a machine that others share: a test that fails twice in a row has failed.
    retry: process.env.CI ? 1 : 0,
    coverage: {
      provider: 'v8',
      include: ['runtime/**/*.ts', 'conformance/**/*.ts'],
      exclude: ['**/*.test.ts', '**/main.ts', 'conformance/{skeletons,testing,targets}/**'],
      reporter: ['text-summary', 'json-summary', 'html'],
      thresholds: { lines: 90 },
    },
  },
});
