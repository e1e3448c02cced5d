import { useEffect, useEffectEvent, type ReactNode } from "react";
import { Modal, ModalOverlay } from "react-aria-components/Modal";

interface OverlayProps {
  readonly isOpen?: boolean;
  readonly onClose: () => void;
  /** The style of what covers the page. */
  readonly overlayClassName: string | undefined;
  /** The style of the window on it. */
  readonly windowClassName: string | undefined;
  readonly children: ReactNode;
}

/** What lies over the whole page until it is closed: by Escape, by a press beside its window, or by the browser's ways back and forth. */
export function Overlay({
  isOpen = true,
  onClose,
  overlayClassName = "",
  windowClassName: modal = "",
  children,
}: OverlayProps) {
  useCloseOnHistoryTraversal(isOpen, onClose);
  const change = (opens: boolean) => {
    if (!opens) onClose();
  };
  return (
    <ModalOverlay isOpen={isOpen} onOpenChange={change} isDismissable className={overlayClassName}>
      <Modal className={modal}>{children}</Modal>
    </ModalOverlay>
  );
}

/** Closes what belongs to a place that is left. What moves a place by itself, such as another's new name for a topic, closes nothing. */
function useCloseOnHistoryTraversal(isOpen: boolean, onClose: () => void): void {
  const leave = useEffectEvent(onClose);
  useEffect(() => {
    const { navigation } = window as Partial<Pick<Window, "navigation">>;
    if (!isOpen || !navigation) return undefined;
    const changed = ({ navigationType }: NavigationCurrentEntryChangeEvent) => {
      if (navigationType === "traverse") leave();
    };
    navigation.addEventListener("currententrychange", changed);
    return () => navigation.removeEventListener("currententrychange", changed);
  }, [isOpen]);
}
