namespace Pooling.Queues;

// The four kinds of operation, each with what it attempts before it waits.
internal sealed partial class RingChannelCore<T, TRing>
{
    private sealed class ReadOperation : Operation<T>
    {
        internal override bool IsReading => true;

        internal ValueTask<T> Begin(CancellationToken cancellationToken) => new(this, Start(cancellationToken));

        internal ValueTask<T> BeginParked(ref int state) => new(this, StartParked(ref state));

        internal override bool Moves => true;

        protected override bool TryFinish()
        {
            bool taken;
            T item;
            try
            {
                taken = Core.TryRead(out item);
            }
            catch (InvalidOperationException misuse) // the ring saw two readers: this one learns about it from its task
            {
                EndWith(misuse);
                return true;
            }

            if (taken)
            {
                if (!Core._ring.IsEmpty)
                    Core.OnMoved(ref Core._readers);

                End(item);
                return true;
            }

            if (!Core.HasEnded)
                return TryEndCancelled();

            EndWith(Core.ClosedError());
            return true;
        }

        protected override void Recycle() => Core.Return(this, ref Core._readers.MoverState, ref Core._spareReads);
    }

    private sealed class ReadWait : Operation<bool>
    {
        internal override bool IsReading => true;

        internal ValueTask<bool> Begin(CancellationToken cancellationToken) => new(this, Start(cancellationToken));

        internal ValueTask<bool> BeginParked(ref int state) => new(this, StartParked(ref state));

        internal override bool Moves => false;

        protected override bool TryFinish()
        {
            if (!Core._ring.IsEmpty)
                End(true);
            else if (!Core.HasEnded)
                return TryEndCancelled();
            else if (Core._error is { } error)
                EndWith(error);
            else
                End(false);

            return true;
        }

        protected override void Recycle() => Core.Return(this, ref Core._readers.WatcherState, ref Core._spareReadWaits);
    }

    private sealed class WriteOperation : Operation<bool>
    {
        private T _item = default!;

        internal override bool IsReading => false;

        internal ValueTask Begin(T item, CancellationToken cancellationToken)
        {
            _item = item;
            return new ValueTask(this, Start(cancellationToken));
        }

        internal override bool Moves => true;

        protected override bool TryFinish()
        {
            if (Core._ring.TryEnqueue(_item))
            {
                Core.OnWritten();
                if (Core.HasRoom)
                    Core.OnMoved(ref Core._writers);

                End(true);
                return true;
            }

            if (!Core._ring.IsClosed)
                return TryEndCancelled();

            EndWith(Core.ClosedError());
            return true;
        }

        protected override void Recycle()
        {
            _item = default!;
            Core.Return(this, ref Core._writers.MoverState, ref Core._spareWrites);
        }
    }

    private sealed class WriteWait : Operation<bool>
    {
        internal override bool IsReading => false;

        internal ValueTask<bool> Begin(CancellationToken cancellationToken) => new(this, Start(cancellationToken));

        internal override bool Moves => false;

        protected override bool TryFinish()
        {
            if (Core._ring.IsClosed && Core._error is { } error)
                EndWith(error);
            else if (Core._ring.IsClosed)
                End(false);
            else if (Core.HasRoom)
                End(true);
            else
                return TryEndCancelled();

            return true;
        }

        protected override void Recycle() => Core.Return(this, ref Core._writers.WatcherState, ref Core._spareWriteWaits);
    }
}
