import { useEffect, useRef, useState } from "react";
import type { Attach } from "./text-area.tsx";

/** So long after the last sign of a file over the page, none is there any more; in milliseconds. */
const GONE_MS = 250;

/** Takes files that are dropped anywhere in the page, which would else show them instead of itself. Whether one is held over it. */
export function useDrop(attach: Attach): boolean {
  const [isHeld, setHeld] = useState(false);
  const current = useRef(attach);
  useEffect(() => {
    current.current = attach;
  });
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined;
    const onDragOver = (event: DragEvent) => {
      if (event.defaultPrevented || !event.dataTransfer?.types.includes("Files")) return;
      event.preventDefault();
      setHeld(true);
      clearTimeout(timer);
      timer = setTimeout(() => setHeld(false), GONE_MS);
    };
    const onDrop = (event: DragEvent) => {
      const { files } = event.dataTransfer ?? {};
      if (event.defaultPrevented || !files || files.length === 0) return;
      event.preventDefault();
      current.current(Array.from(files));
    };
    document.addEventListener("dragover", onDragOver);
    document.addEventListener("drop", onDrop);
    return () => {
      clearTimeout(timer);
      document.removeEventListener("dragover", onDragOver);
      document.removeEventListener("drop", onDrop);
    };
  }, []);
  return isHeld;
}
