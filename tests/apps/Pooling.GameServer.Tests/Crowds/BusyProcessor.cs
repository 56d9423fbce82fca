namespace Pooling.GameServer.Crowds;

/// <summary>A thread that never waits.</summary>
internal sealed class BusyProcessor : IDisposable
{
    private readonly Thread _thread;
    private volatile bool _isStopping;

    public BusyProcessor()
    {
        _thread = new Thread(Run) { IsBackground = true };
        _thread.Start();
    }

    public void Dispose()
    {
        _isStopping = true;
        _thread.Join();
    }

    private void Run()
    {
        while (!_isStopping)
            Thread.SpinWait(100);
    }
}
