using System.Buffers;

namespace Pooling.WebSockets.Hub;

/// <summary>An array pool that delays rentals of certain lengths. Any thread.</summary>
/// <param name="inner">The pool for arrays.</param>
internal sealed class SlowPool(ArrayPool<byte> inner) : ArrayPool<byte>, IDisposable
{
    private readonly ManualResetEventSlim _goesOn = new(initialState: true);
    private int _least = int.MaxValue;
    private int _most;
    private int _waiting;

    /// <summary>Gets the number of delayed rentals.</summary>
    public int Waiting => Volatile.Read(ref _waiting);

    /// <summary>Starts to delay rentals of these lengths.</summary>
    public void Hold(int least, int most)
    {
        _goesOn.Reset();
        Volatile.Write(ref _most, most);
        Volatile.Write(ref _least, least);
    }

    /// <summary>Resumes all delayed rentals.</summary>
    public void GoOn()
    {
        Volatile.Write(ref _least, int.MaxValue);
        _goesOn.Set();
    }

    public override byte[] Rent(int minimumLength)
    {
        if (minimumLength >= Volatile.Read(ref _least) && minimumLength <= Volatile.Read(ref _most))
        {
            Interlocked.Increment(ref _waiting);
            _goesOn.Wait();
        }

        return inner.Rent(minimumLength);
    }

    public override void Return(byte[] array, bool clearArray = false) => inner.Return(array, clearArray);

    public void Dispose() => _goesOn.Dispose();
}
