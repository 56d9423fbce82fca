namespace Pooling.Doubles;

/// <summary>Makes the thread pool throw while it is given work, before it has taken it or afterwards, once or until the
/// end.</summary>
internal sealed class PostFault : IDisposable
{
    private readonly Func<IThreadPoolWorkItem, bool> _isMeant;
    private readonly PostFailure _failure;
    private int _left;

    /// <param name="failure">The failure.</param>
    /// <param name="isMeant">A function that chooses the work; <see langword="null"/> for all that the calling thread
    /// posts.</param>
    /// <param name="times">The number of times that it happens.</param>
    internal PostFault(PostFailure failure, Func<IThreadPoolWorkItem, bool>? isMeant = null, int times = 1)
    {
        int thread = Environment.CurrentManagedThreadId;
        _isMeant = isMeant ?? (_ => Environment.CurrentManagedThreadId == thread);
        _failure = failure;
        _left = times;
        Internal.Polyfills.WorkQueue.Posting = Pass;
    }

    /// <summary>The number of times that it has happened.</summary>
    internal int Failures { get; private set; }

    /// <summary>Ends the fault. If the thread was interrupted, checks that the interrupt was saved for its next
    /// wait.</summary>
    public void Dispose()
    {
        Internal.Polyfills.WorkQueue.Posting = null;
        if (Failures > 0 && _failure is PostFailure.InterruptBefore or PostFailure.InterruptAfter)
            Assert.Throws<ThreadInterruptedException>(static () => Thread.Sleep(Timeout.Infinite));
    }

    private void Pass(IThreadPoolWorkItem work, bool isAfter)
    {
        bool failsAfter = _failure is PostFailure.InterruptAfter or PostFailure.NoMemoryAfter;
        if (isAfter != failsAfter || !_isMeant(work) || _left == 0)
            return;

        _left--;
        Failures++;
        throw _failure is PostFailure.NoMemoryBefore or PostFailure.NoMemoryAfter
            ? new OutOfMemoryException()
            : new ThreadInterruptedException();
    }
}
