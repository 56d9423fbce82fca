using System.Net.Sockets;

namespace Pooling.TemplateTests;

/// <summary>A client that asks and waits for the answer, again and again, while others attack.</summary>
internal sealed class HonestClient : IDisposable
{
    private readonly CancellationTokenSource _stopping = new();
    private readonly Task _running;

    internal HonestClient(RunningProject project) => _running = Task.Factory.StartNew(
        () => Run(project), CancellationToken.None, TaskCreationOptions.LongRunning, TaskScheduler.Default);

    /// <summary>Gets the number of answers.</summary>
    internal int Count { get; private set; }

    /// <summary>Stops asking.</summary>
    /// <returns>Whether all answers came.</returns>
    internal bool HasAll()
    {
        _stopping.Cancel();
        _running.Wait();
        return Count > 0;
    }

    public void Dispose() => _stopping.Dispose();

    private void Run(RunningProject project)
    {
        using Socket socket = project.Connect();
        while (!_stopping.IsCancellationRequested)
        {
            byte value = (byte)('a' + (Count % 26));
            socket.Send(Frames.Echo(100, value));
            if (!socket.Receive(101).AsSpan().SequenceEqual(Frames.Echoed(100, value)))
                throw new InvalidOperationException($"Answer {Count} is wrong.");

            Count++;
            Thread.Sleep(20);
        }
    }
}
