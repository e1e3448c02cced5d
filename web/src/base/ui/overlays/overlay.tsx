import { useEffect, useEffectEvent, type ReactNode } from "react";
import { Modal, ModalOverlay } from "react-aria-components/Modal";

interface OverlayProps {
  readonly isOpen?: boolean;
  readonly onClose: () => void;
  /** Class of the backdrop. */
  readonly overlayClassName: string | undefined;
  /** Class of the window on it. */
  readonly windowClassName: string | undefined;
  readonly children: ReactNode;
}

/**
 * An overlay over the whole page. It is closed by Escape, a click outside its window, or the browser's back and forward
 * buttons.
 */
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

/**
 * Closes the overlay when the user goes back or forward. Other route changes, such as a topic renamed by another user,
 * do not close it.
 */
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
