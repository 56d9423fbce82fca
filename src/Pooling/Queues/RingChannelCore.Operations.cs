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
        internal volatile bool IsCancelled;

        internal abstract bool IsReading { get; }

        /// <summary>Whether it moves an item, or only waits for one to be moved.</summary>
        internal abstract bool Moves { get; }

        /// <summary>Continues or parks. The caller is the only user of the operation until then.</summary>
        public void Execute()
        {
            do
            {
                if (TryFinish() || Core.TryPark(this))
                    return; // from here on, the operation may belong to another caller
            }
            while (!IsRefused);

            EndRefused();
        }

        /// <summary>Continues after parking failed.</summary>
        protected void GoOn()
        {
            if (IsRefused)
                EndRefused();
            else
                Execute();
        }

        internal void Cancel() => Core.Cancel(this);

        protected abstract bool TryFinish();

        protected abstract void EndRefused();
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
                IsCancelled = false;
                Recycle();
            }
        }

        void IValueTaskSource.GetResult(short token) => GetResult(token);

        public ValueTaskSourceStatus GetStatus(short token) => _source.GetStatus(token);

        public void OnCompleted(Action<object?> continuation, object? state, short token, ValueTaskSourceOnCompletedFlags flags) =>
            _source.OnCompleted(continuation, state, token, flags);

        /// <returns>The token of this call's task.</returns>
        protected short Start(CancellationToken cancellationToken)
        {
            short version = _source.Version;
            if (cancellationToken.CanBeCanceled)
            {
                _cancellationToken = cancellationToken;
                _registration = cancellationToken.UnsafeRegister(s_cancel, this);
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

        protected bool TryEndCancelled()
        {
            if (!IsCancelled)
                return false;

            EndWith(new OperationCanceledException(_cancellationToken));
            return true;
        }

        protected override void EndRefused()
        {
            IsRefused = false;
            EndWith(new InvalidOperationException(IsReading
                ? "Another ReadAsync is already waiting, but the channel was created with SingleReader."
                : "Another WriteAsync is already waiting, but the channel was created with SingleWriter."));
        }

        protected abstract void Recycle();

        // Waits for a cancellation in progress, so that it cannot affect the operation's next use. An interrupt must not cut this short:
        // the operation may have moved its item.
        private void Unregister()
        {
            if (!_cancellationToken.CanBeCanceled)
                return;

            try
            {
                _registration.Dispose();
            }
            catch (ThreadInterruptedException)
            {
                Unregister();
                Thread.CurrentThread.Interrupt(); // the next wait of the thread ends, as the interrupt asked for
                return;
            }

            _registration = default;
        }
    }
}
