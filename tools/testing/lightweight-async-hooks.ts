// Loaded before Node's test runner, into each process that runs tests. To know whose test it is in, the runner follows every
// promise of the process, which costs a seventh of its time; only where tests are declared does it matter.
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

/** What is declared from now on, also after a pause, belongs to the suite that is being made here. */
export function startSuiteDeclarations(): void {
  declaringSuite = executionAsyncId();
}

/** What is declared from now on belongs to no suite. */
export function endSuiteDeclarations(): void {
  declaringSuite = undefined;
}
