using System.Threading.Tasks.Sources;

namespace Pooling.Queues;

// Waiting operations: reusable objects, each of which backs the task of one call at a time.
internal sealed partial class RingChannelCore<T, TRing>
{
    private static readonly Action<object?> s_cancel = static operation => ((Operation)operation!).Cancel();

    private SpareList<ReadOperation> _spareReads;
    private SpareList<ReadWait> _spareReadWaits;
    private SpareList<WriteOperation> _spareWrites;
    private SpareList<WriteWait> _spareWriteWaits;

    private abstract class Operation : IThreadPoolWorkItem
    {
        internal RingChannelCore<T, TRing> Core = null!;
        internal Operation? Next; // under the gate, like the next two fields
        internal Operation? Previous;
        internal bool IsParked; // in a list
        internal bool IsFirst;
        internal bool IsRefused; // another operation already waits where only one may; written by the owner
        private int _decision;
        // 1 while a work item of the thread pool may continue the operation: whoever takes it to 0 does
        private int _queued;

        /// <summary>Whether a cancellation ends the operation, unless it has already ended.</summary>
        // pairs with the exchange in TryCancel
        internal bool IsCancelled => Volatile.Read(ref _decision) == Decision.Cancelled;

        internal abstract bool IsReading { get; }

        /// <summary>Whether it moves an item, or only waits for one to be moved.</summary>
        internal abstract bool Moves { get; }

        // Work may run twice if an exception came after it was queued.
        void IThreadPoolWorkItem.Execute()
        {
            if (TryTakeQueued())
                Execute();
        }

        /// <summary>Marks the operation as queued to the thread pool.</summary>
        internal void BeginQueued() => Volatile.Write(ref _queued, 1); // pairs with the exchange in TryTakeQueued

        /// <summary>Takes over a queued operation: from the thread pool, or instead of it.</summary>
        // pairs with itself: one of several callers continues
        internal bool TryTakeQueued() => Interlocked.Exchange(ref _queued, 0) == 1;

        /// <summary>Continues or parks. The caller is the only user of the operation until then.</summary>
        internal void Execute()
        {
            do
            {
                // pairs with the exchange in TryCancel: either the cancellation waits for the step, or there is none
                if (Interlocked.CompareExchange(ref _decision, Decision.Moving, Decision.None) != Decision.None)
                {
                    EndCancelled();
                    return;
                }

                if (TryFinish() || Core.TryPark(this))
                    return; // from here on, the operation may belong to another caller
            }
            while (!IsRefused);

            EndRefused();
        }

        /// <summary>Decides that a cancellation ends the operation, unless it has already moved its item. Waits while
        /// it is about to.</summary>
        /// <returns><see langword="false"/> if it has moved its item, or ends for another reason.</returns>
        internal bool TryCancel()
        {
            SpinWait spin = default;
            while (true)
            {
                // pairs with the exchange in Execute, and with the writes in Decide, Undecide and Forget
                int seen = Interlocked.CompareExchange(ref _decision, Decision.Cancelled, Decision.None);
                if (seen != Decision.Moving)
                    return seen == Decision.None;

                default(ProcessorAtomics).Wait(ref spin); // a step takes a few instructions
            }
        }

        /// <summary>Decides that the operation ends with its item, or with an error. Only while it is moving.</summary>
        protected void Decide() => Volatile.Write(ref _decision, Decision.Made); // pairs with the exchange in TryCancel

        /// <summary>Takes the decision back, since nothing was moved: a cancellation may decide again. Only while it is
        /// moving.</summary>
        // pairs with the exchange in TryCancel
        protected void Undecide() => Volatile.Write(ref _decision, Decision.None);

        /// <summary>Prepares the next use. Nobody can cancel the last one any more.</summary>
        protected void Forget() => Volatile.Write(ref _decision, Decision.None); // pairs with the exchange in Execute

        /// <summary>Continues after parking failed.</summary>
        protected void GoOn()
        {
            if (IsRefused)
                EndRefused();
            else
                Execute();
        }

        internal void Cancel() => Core.Cancel(this);

        /// <summary>Attempts the step of the operation, decides, and ends it.</summary>
        /// <returns><see langword="false"/> if it must wait; it is undecided.</returns>
        protected abstract bool TryFinish();

        protected abstract void EndRefused();

        protected abstract void EndCancelled();
    }

    private abstract class Operation<TResult> : Operation, IValueTaskSource<TResult>, IValueTaskSource
    {
        private ManualResetValueTaskSourceCore<TResult> _source;
        private CancellationToken _cancellationToken;
        private CancellationTokenRegistration _registration;

        public TResult GetResult(short token)
        {
            if (_source.GetStatus(token) == ValueTaskSourceStatus.Pending)
                Throw.InvalidOperation("The operation has not completed. Await it.");

            try
            {
                return _source.GetResult(token);
            }
            finally
            {
                _source.Reset(); // also clears the result
                _cancellationToken = default;
                Forget();
                Recycle();
            }
        }

        void IValueTaskSource.GetResult(short token) => GetResult(token);

        public ValueTaskSourceStatus GetStatus(short token) => _source.GetStatus(token);

        public void OnCompleted(
            Action<object?> continuation, object? state, short token, ValueTaskSourceOnCompletedFlags flags) =>
            _source.OnCompleted(continuation, state, token, flags);

        /// <returns>The token of this call's task.</returns>
        protected short Start(CancellationToken cancellationToken)
        {
            short version = _source.Version;
            if (cancellationToken.CanBeCanceled)
            {
                _cancellationToken = cancellationToken;
                try
                {
                    _registration = cancellationToken.UnsafeRegister(s_cancel, this);
                }
                catch
                {
                    _cancellationToken = default;
                    Recycle();
                    throw;
                }
            }

            if (!Core.TryPark(this))
                GoOn();

            return version;
        }

        /// <summary>For a first operation that was parked when it was taken.</summary>
        /// <returns>The token of this call's task.</returns>
        protected short StartParked(ref int state)
        {
            short version = _source.Version;
            if (!Core.StaysParked(this, ref state))
                GoOn();

            return version;
        }

        // After these two, the operation may belong to another caller.
        protected void End(TResult result)
        {
            Unregister();
            _source.SetResult(result);
        }

        protected void EndWith(Exception error)
        {
            Unregister();
            _source.SetException(error);
        }

        protected override void EndCancelled()
        {
            // Whoever has resumed it relies on it to take the item: another operation can.
            if (Moves && !Core.MustWait(IsReading))
                Core.OnMoved(ref Core.SideOf(this));

            EndWith(new OperationCanceledException(_cancellationToken));
        }

        protected override void EndRefused()
        {
            IsRefused = false;
            EndWith(new InvalidOperationException(IsReading
                ? "Another ReadAsync is already waiting, but the channel was created with SingleReader."
                : "Another WriteAsync is already waiting, but the channel was created with SingleWriter."));
        }

        protected abstract void Recycle();

        // Waits for a cancellation in progress, so that it cannot affect the operation's next use.
        private void Unregister()
        {
            if (!_cancellationToken.CanBeCanceled)
                return;

            _registration.End();
            _registration = default;
        }
    }
}
