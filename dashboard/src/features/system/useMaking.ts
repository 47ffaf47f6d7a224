import { useMutation, useQueryClient } from '@tanstack/react-query';

interface MakingPorts<Made> {
  readonly onMade: (made: Made) => void;
  readonly onClose: () => void;
}

/** The part of a DialogForm that makes something, shows it once, and closes when it is there. */
export function useMaking<Made>(make: () => Promise<Made>, { onMade, onClose }: MakingPorts<Made>) {
  const queries = useQueryClient();
  const { mutate, isPending, error } = useMutation({
    mutationFn: make,
    // The request may carry a secret: nothing of it is remembered.
    gcTime: 0,
    onSuccess: async (made) => {
      onMade(made);
      onClose();
      await queries.invalidateQueries({ queryKey: ['system'] });
    },
  });
  return { isBusy: isPending, onSubmit: () => mutate(), error, onClose };
}
