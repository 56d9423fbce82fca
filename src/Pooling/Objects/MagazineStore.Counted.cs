namespace Pooling.Objects;

/// <content>The thread's own magazines in a pool that counts bytes: still no lock, but every access tells or looks up a size.</content>
internal sealed partial class MagazineStore
{
    private object? PopCounted(ThreadMagazines own)
    {
        if (own.Loaded.Count == 0)
        {
            lock (_depot.Gate)
            {
                if (own.Previous.Count == 0 && !TryReplenish(own, own.ByteCredit))
                    return PopOneLocked();
            }

            own.SwapCounted();
        }

        own.Popped++;
        return own.Loaded.Pop();
    }

    private bool PushCounted(ThreadMagazines own, object item, long size)
    {
        if (size > own.ByteCredit - own.RetainedBytes || own.Loaded.IsFull)
        {
            if (size <= own.ByteCredit - own.RetainedBytes && !own.Previous.IsFull)
            {
                own.SwapCounted();
            }
            else
            {
                lock (_depot.Gate)
                {
                    // Give the previous magazine away if that makes room for the item, else the item itself.
                    if (size > own.ByteCredit - own.Loaded.Bytes || own.Previous.Count == 0 || !TryUnload(own))
                        return PushOneLocked(item, size);
                }

                if (own.Loaded.IsFull)
                    own.SwapCounted();
            }
        }

        own.Loaded.Push(item, size);
        return true;
    }
}
