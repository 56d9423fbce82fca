using System.Buffers;

namespace Pooling.Doubles;

/// <summary>Throws on one chosen call, counted over rentals and returns from 1; every other call works and is counted.</summary>
internal sealed class ThrowingArrayPool<T> : ArrayPool<T>
{
    private readonly int _failingCall;

    internal ThrowingArrayPool(int failingCall) => _failingCall = failingCall;

    internal CountingArrayPool<T> Inner { get; } = new();

    internal int Calls { get; private set; }

    public override T[] Rent(int minimumLength)
    {
        ThrowIfChosen();
        return Inner.Rent(minimumLength);
    }

    /// <summary>Takes the array back in any case: a return that throws must not be tried again.</summary>
    public override void Return(T[] array, bool clearArray = false)
    {
        Inner.Return(array, clearArray);
        ThrowIfChosen();
    }

    private void ThrowIfChosen()
    {
        if (++Calls == _failingCall)
            throw new ArrayPoolFailureException(Calls);
    }
}

/// <summary>What the pool throws, told from every other failure.</summary>
internal sealed class ArrayPoolFailureException(int call) : Exception($"Call {call} of the array pool fails.");
