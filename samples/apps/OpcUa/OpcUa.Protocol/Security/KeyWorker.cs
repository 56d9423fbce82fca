using System.Collections.Concurrent;
using OpcUa.Protocol.BuiltIn;
using OpcUa.Protocol.Transport;

namespace OpcUa.Protocol.Security;

/// <summary>A thread that uses a private key. Each use takes milliseconds, so the thread relieves the threads that receive and send, and
/// keeps this work on a single processor. Any thread may use it.</summary>
internal sealed class KeyWorker : IDisposable
{
    private const int MaxWaiting = 1024;

    private readonly BlockingCollection<(Action Work, TaskCompletionSource Done)> _work = new(MaxWaiting);
    private int _isStarted;

    /// <summary>Queues an operation with the key.</summary>
    /// <exception cref="TransportException">Too many operations wait.</exception>
    public Task RunAsync(Action work)
    {
        if (Interlocked.Exchange(ref _isStarted, 1) == 0)
            new Thread(Run) { IsBackground = true, Name = "OPC UA keys" }.Start();

        var done = new TaskCompletionSource(TaskCreationOptions.RunContinuationsAsynchronously);
        if (!TryAdd(work, done))
            throw new TransportException(StatusCodes.BadTcpServerTooBusy, "Too many channels are being opened.");

        return done.Task;
    }

    /// <summary>Stops accepting operations. Queued operations are still executed.</summary>
    public void Dispose() => _work.CompleteAdding();

    private bool TryAdd(Action work, TaskCompletionSource done)
    {
        try
        {
            return _work.TryAdd((work, done));
        }
        catch (InvalidOperationException)
        {
            return false; // shutting down
        }
    }

    private void Run()
    {
        foreach ((Action work, TaskCompletionSource done) in _work.GetConsumingEnumerable())
        {
            try
            {
                work();
                done.SetResult();
            }
            catch (Exception exception)
            {
                done.SetException(exception);
            }
        }

        _work.Dispose();
    }
}
