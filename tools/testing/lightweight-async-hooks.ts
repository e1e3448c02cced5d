// Loaded before Node's test runner, into each process that runs tests. The test runner tracks every promise of a
// process in order to know which test is running. This takes a seventh of the time, but is only needed while tests are
// being declared.
import asyncHooks, { type HookCallbacks } from "node:async_hooks";

const { createHook, executionAsyncId } = asyncHooks;
const tests = new Set<number>();
let declaringSuite: number | undefined;

asyncHooks.createHook = (callbacks: HookCallbacks) =>
  createHook({
    init(id, type, trigger, resource) {
      if (type !== "Test") return;
      tests.add(id);
      callbacks.init?.(id, type, trigger, resource);
    },
    trackPromises: false,
  });
asyncHooks.executionAsyncId = () => {
  const id = executionAsyncId();
  return tests.has(id) ? id : (declaringSuite ?? id);
};
await import("node:test");
asyncHooks.createHook = createHook;
asyncHooks.executionAsyncId = executionAsyncId;

/** Assigns all tests that are declared from now on, even after an `await`, to the suite that is being declared. */
export function startSuiteDeclarations(): void {
  declaringSuite = executionAsyncId();
}

/** Stops assigning declared tests to a suite. */
export function endSuiteDeclarations(): void {
  declaringSuite = undefined;
}
