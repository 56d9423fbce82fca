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
                taken = Core.TryTake(out item);
            }
            catch (InvalidOperationException misuse) // the ring saw two readers: this one learns about it from its task
            {
                Decide();
                EndWith(misuse);
                return true;
            }

            if (taken)
            {
                Decide(); // before anything that may run other code
                Core.OnTaken();
                if (!Core._ring.IsEmpty)
                    Core.OnMoved(ref Core._readers);

                End(item);
                return true;
            }

            if (!Core.HasEnded)
            {
                Undecide();
                return false;
            }

            Decide();
            Core.OnNotTaken();
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
            bool any = Core.HasItems;
            if (!any && !Core.HasEnded)
            {
                Undecide();
                return false;
            }

            Decide();
            if (!any && Core._error is { } error)
                EndWith(error);
            else
                End(any);

            return true;
        }

        protected override void Recycle() =>
            Core.Return(this, ref Core._readers.WatcherState, ref Core._spareReadWaits);
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
                Decide(); // before anything that may run other code
                Core.OnWritten();
                if (Core.HasRoom)
                    Core.OnMoved(ref Core._writers);

                End(true);
                return true;
            }

            if (!Core._ring.IsClosed)
            {
                Undecide();
                return false;
            }

            Decide();
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
            bool isClosed = Core._ring.IsClosed;
            if (!isClosed && !Core.HasRoom)
            {
                Undecide();
                return false;
            }

            Decide();
            if (isClosed && Core._error is { } error)
                EndWith(error);
            else
                End(!isClosed);

            return true;
        }

        protected override void Recycle() =>
            Core.Return(this, ref Core._writers.WatcherState, ref Core._spareWriteWaits);
    }
}
