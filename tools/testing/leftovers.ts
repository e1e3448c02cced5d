// Loaded into every test process: a file whose tests are done, but which something keeps alive, fails instead of hanging.
import { after } from "node:test";

const GRACE_MS = 30_000;

// The runner itself loads this too, and ends by itself.
if (process.env.NODE_TEST_CONTEXT !== undefined) {
  after(() => {
    const timer = setTimeout(() => {
      const left = process.getActiveResourcesInfo().join(", ");
      console.error(`${process.argv[1]}: tests are done since ${GRACE_MS / 1000} s, but kept alive by ${left}`);
      process.exit(1);
    }, GRACE_MS);
    timer.unref(); // it must not be what keeps the process alive
  });
}
