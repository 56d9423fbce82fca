#if !NETFRAMEWORK // which writes by tasks
using System.Threading.Tasks.Sources;
using Pooling.Doubles;

namespace Pooling.Json;

/// <summary>A stream whose write is pending when it is requested, and has completed when its caller looks again.</summary>
internal sealed class LateStream : WriteOnlyDouble, IValueTaskSource
{
    private bool _isSeen;

    /// <summary>Gets a value that indicates whether a write stays pending, and refuses to call back.</summary>
    internal bool RefusesToTell { get; init; }

    internal int Flushes { get; private set; }

    public override Task FlushAsync(CancellationToken cancellationToken)
    {
        Flushes++;
        return Task.CompletedTask;
    }

    public override void Write(byte[] buffer, int offset, int count) => throw new NotSupportedException();

    public override ValueTask WriteAsync(ReadOnlyMemory<byte> buffer, CancellationToken cancellationToken = default)
    {
        _isSeen = false;
        return new ValueTask(this, token: 0);
    }

    void IValueTaskSource.GetResult(short token) => Assert.True(_isSeen);

    ValueTaskSourceStatus IValueTaskSource.GetStatus(short token)
    {
        bool isOver = _isSeen && !RefusesToTell;
        _isSeen = true;
        return isOver ? ValueTaskSourceStatus.Succeeded : ValueTaskSourceStatus.Pending;
    }

    void IValueTaskSource.OnCompleted(
        Action<object?> continuation, object? state, short token, ValueTaskSourceOnCompletedFlags flags)
    {
        if (RefusesToTell)
            throw new InjectedFaultException(nameof(IValueTaskSource.OnCompleted));

        continuation(state);
    }
}
#endif
