import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: {
    include: ['{runtime,conformance,fixtures,demos,scripts}/**/*.test.ts'],
    testTimeout: 30_000,
    coverage: {
      provider: 'v8',
      include: ['runtime/**/*.ts', 'conformance/**/*.ts'],
      exclude: ['**/*.test.ts', '**/main.ts'],
      reporter: ['text-summary', 'json-summary', 'html'],
      thresholds: { lines: 90 },
    },
  },
});
