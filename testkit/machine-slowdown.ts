const REFERENCE_MS = 20;
const ATTEMPTS = 8;

/** Measures the processor time of an action, in milliseconds. */
export function measureProcessorTime(act: () => void): number {
  const start = process.threadCpuUsage();
  act();
  const { user, system } = process.threadCpuUsage(start);
  return (user + system) / 1000;
}

const words = Array.from({ length: 100_000 }, (_, n) => `word ${(n * 7919) % 100_000}`);

/** Typical work of any program with texts: comparing, joining and searching. */
const referenceWork = () => words.toSorted().join(" ").replace(/\d+ /g, "-");

let measuredSlowdown: number | undefined;

/**
 * Factor by which this machine is slower than those that time limits are meant for, at least 1. Those do the same
 * reference work in twenty milliseconds. Uses the minimum of several attempts, because other programs use the machine
 * as well.
 */
export function machineSlowdown(): number {
  measuredSlowdown ??= Math.max(
    1,
    Math.min(...Array.from({ length: ATTEMPTS }, () => measureProcessorTime(referenceWork))) / REFERENCE_MS,
  );
  return measuredSlowdown;
}
