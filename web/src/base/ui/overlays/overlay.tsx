import { useEffect, useEffectEvent, type ReactNode } from "react";
import { Modal, ModalOverlay } from "react-aria-components/Modal";

interface OverlayProps {
  readonly isOpen?: boolean;
  readonly onClose: () => void;
  /** CSS class of the backdrop. */
  readonly overlayClassName: string | undefined;
  /** CSS class of the window in front of the backdrop. */
  readonly windowClassName: string | undefined;
  readonly children: ReactNode;
}

/**
 * An overlay that covers the whole page. It is closed by Escape, by a click outside its window and, in browsers with
 * the Navigation API, by the browser's back and forward buttons.
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
 * Closes the overlay when the user goes back or forward in the browser's history. Other route changes do not close it,
 * for example when another user renames the topic that is shown.
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
