namespace Pooling.Doubles;

/// <summary>Makes the thread pool throw while it is given work, before it has taken it or afterwards, once or until the end.</summary>
internal sealed class PostFault : IDisposable
{
    private readonly Func<IThreadPoolWorkItem, bool> _isMeant;
    private readonly PostFailure _failure;
    private int _left;

    /// <param name="failure">What happens.</param>
    /// <param name="isMeant">Decides which work it happens to; <see langword="null"/> for what the calling thread posts.</param>
    /// <param name="times">How often it happens.</param>
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

    /// <summary>Ends the fault. If the thread was interrupted, checks that the interrupt was saved for its next wait.</summary>
    public void Dispose()
    {
        Internal.Polyfills.WorkQueue.Posting = null;
        if (Failures > 0 && _failure is PostFailure.InterruptBefore or PostFailure.InterruptAfter)
            Assert.Throws<ThreadInterruptedException>(static () => Thread.Sleep(Timeout.Infinite));
    }

    private void Pass(IThreadPoolWorkItem work, bool isAfter)
    {
        if (isAfter != _failure is PostFailure.InterruptAfter or PostFailure.NoMemoryAfter || !_isMeant(work) || _left == 0)
            return;

        _left--;
        Failures++;
        throw _failure is PostFailure.NoMemoryBefore or PostFailure.NoMemoryAfter
            ? new OutOfMemoryException()
            : new ThreadInterruptedException();
    }
}
