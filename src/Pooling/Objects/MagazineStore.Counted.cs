namespace Pooling.Objects;

/// <content>The thread's own magazines in a pool that counts bytes: still no lock, but every access tells or looks up a size.</content>
internal sealed partial class MagazineStore
{
    private object? PopCounted(ThreadMagazines own)
    {
        if (own.Loaded.Count == 0)
        {
            if (own.Previous.Count == 0)
            {
                lock (_depot.Gate)
                {
                    if (_depot.TakeStocked(own.ByteCredit) is not { } stocked)
                        return PopOneLocked();

                    _depot.AddSpare(own.Previous);
                    own.Previous = stocked;
                    own.Received += stocked.Count;
                }
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
                bool trim;
                lock (_depot.Gate)
                {
                    // Give the previous magazine away if that makes room for the item, else the item itself.
                    if (size > own.ByteCredit - own.Loaded.Bytes || own.Previous.Count == 0 || !_depot.TryAdd(own.Previous))
                        return PushOneLocked(item, size);

                    own.Surrendered += own.Previous.Count;
                    own.Previous = _depot.TakeSpare();
                    trim = _clock.IsDue();
                }

                if (own.Loaded.IsFull)
                    own.SwapCounted();

                if (trim)
                    PostTrim();
            }
        }

        own.Loaded.Push(item, size);
        return true;
    }

    private long SizeOf(object item)
    {
        try
        {
            return _sizeOf!(item);
        }
        catch
        {
            CountDropped();
            Drop.One(item);
            throw;
        }
    }
}
