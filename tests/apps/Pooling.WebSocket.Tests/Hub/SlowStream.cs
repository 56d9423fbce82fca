namespace Pooling.WebSockets.Hub;

/// <summary>Keeps the thread that begins a write until it is told to go on; the write has ended then.</summary>
internal sealed class SlowStream : MemoryStream
{
    private readonly TaskCompletionSource _begun = new(TaskCreationOptions.RunContinuationsAsynchronously);
    private readonly ManualResetEventSlim _goesOn = new();
    private int _writes;

    /// <summary>Ends when a write begins.</summary>
    public Task Begun => _begun.Task;

    /// <summary>Gets the number of writes that have begun.</summary>
    public int Writes => Volatile.Read(ref _writes);

    /// <summary>Completes all writes.</summary>
    public void GoOn() => _goesOn.Set();

    public override ValueTask WriteAsync(ReadOnlyMemory<byte> buffer, CancellationToken cancellationToken = default)
    {
        Interlocked.Increment(ref _writes);
        _begun.TrySetResult();
        _goesOn.Wait(cancellationToken);
        return default;
    }

    protected override void Dispose(bool disposing)
    {
        _goesOn.Dispose();
        base.Dispose(disposing);
    }
}
