namespace Pooling.Budget;

/// <summary>A thread that runs work items, one after the other.</summary>
internal sealed class OtherThread
{
    private readonly SemaphoreSlim _begin = new(0);
    private readonly SemaphoreSlim _end = new(0);
    private Action? _work;

    internal OtherThread() => new Thread(Serve) { IsBackground = true }.Start();

    /// <summary>Runs work on the thread, and waits until it is done.</summary>
    internal void Run(Action work)
    {
        _work = work;
        _begin.Release();
        _end.Wait();
    }

    private void Serve()
    {
        while (true)
        {
            _begin.Wait();
            _work!();
            _end.Release();
        }
    }
}
