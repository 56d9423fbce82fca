namespace Pooling.Modes;

/// <summary>A stream whose first write waits.</summary>
internal sealed class SlowStream : MemoryStream
{
    private readonly TaskCompletionSource _continued = new(TaskCreationOptions.RunContinuationsAsynchronously);

    internal void Continue() => _continued.SetResult();

    public override async ValueTask WriteAsync(ReadOnlyMemory<byte> buffer, CancellationToken cancellationToken = default)
    {
        await _continued.Task;
        await base.WriteAsync(buffer, cancellationToken);
    }
}
