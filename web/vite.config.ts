import { join } from "node:path";
import react from "@vitejs/plugin-react";
import { defineConfig } from "vite";

// Vite takes its configuration so.
// oxlint-disable-next-line import/no-default-export
export default defineConfig({
  root: import.meta.dirname,
  plugins: [react()],
  resolve: { alias: { zod: join(import.meta.dirname, "built/no-schemas.ts") } },
  build: { outDir: "dist", emptyOutDir: true, assetsInlineLimit: 0, target: "es2023", chunkSizeWarningLimit: 1000 },
});
