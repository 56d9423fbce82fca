using Pooling.Doubles;

namespace Pooling.Buffers;

/// <summary>A stream that accepts a number of bytes, including the first part of a write, and then throws. It may block its caller for a
/// while in each write, including asynchronous ones.</summary>
internal sealed class PartialStream(int room) : WriteOnlyDouble
{
    private readonly MemoryStream _taken = new();

    internal byte[] Taken => _taken.ToArray();

    internal int Writes { get; private set; }

    internal TimeSpan Blocks { get; set; }

    /// <summary>Gets or sets an action that is called when a write has accepted all bytes.</summary>
    internal Action? AfterWrite { get; set; }

    /// <summary>Gets or sets whether every asynchronous write completes later on another thread.</summary>
    internal bool Yields { get; set; }

    public override void Write(byte[] buffer, int offset, int count)
    {
        Writes++;
        Thread.Sleep(Blocks);
        int taken = Math.Min(count, room - (int)_taken.Length);
        _taken.Write(buffer, offset, taken);
        if (taken < count)
            throw new InjectedFaultException(nameof(Write));

        AfterWrite?.Invoke();
    }

    // Not async, so that it throws directly unless it yields.
    public override Task WriteAsync(byte[] buffer, int offset, int count, CancellationToken cancellationToken)
    {
        if (Yields)
            return WriteLaterAsync(buffer, offset, count);

        Write(buffer, offset, count);
        return Task.CompletedTask;
    }

    private async Task WriteLaterAsync(byte[] buffer, int offset, int count)
    {
        await Task.Yield();
        Write(buffer, offset, count);
    }
}
