using System.Buffers;
using System.Collections.Concurrent;
using System.Numerics;

namespace Pooling.SoakTests.Faults;

/// <summary>Returns the last returned array to the next renter immediately, full of a pattern that must still be intact, and throws before
/// or after its work according to a plan. Takes no lock, so that an interrupt never leaves one of its calls incomplete.</summary>
internal sealed class FaultArrayPool(FaultPlan plan) : ArrayPool<byte>
{
    private readonly ConcurrentStack<byte[]>[] _kept = [.. Enumerable.Range(0, 31).Select(static _ => new ConcurrentStack<byte[]>())];
    private long _out;

    /// <summary>Gets the number of rented arrays.</summary>
    internal long Out => Interlocked.Read(ref _out);

    public override byte[] Rent(int minimumLength)
    {
        int call = plan.Enter(nameof(Rent));
        int power = BitOperations.Log2(BitOperations.RoundUpToPowerOf2((uint)Math.Max(minimumLength, 16)));
        if (_kept[power].TryPop(out byte[]? array))
        {
            SoakException.ThrowUnless(
                array.AsSpan().IndexOfAnyExcept(TestPoolOptions.ReturnedPattern) < 0, "Somebody wrote to an array after its return.");
        }
        else
        {
            array = new byte[1 << power];
            Array.Fill(array, TestPoolOptions.ReturnedPattern);
        }

        Interlocked.Increment(ref _out);
        try
        {
            plan.Leave(call, nameof(Rent));
        }
        catch
        {
            Take(array); // it was never returned to a caller
            throw;
        }

        return array;
    }

    public override void Return(byte[] array, bool clearArray = false)
    {
        int call;
        try
        {
            call = plan.Enter(nameof(Return));
        }
        catch
        {
            Interlocked.Decrement(ref _out); // lost here: its renter must not return it again
            throw;
        }

        Take(array);
        plan.Leave(call, nameof(Return));
    }

    private void Take(byte[] array)
    {
        Array.Fill(array, TestPoolOptions.ReturnedPattern);
        Interlocked.Decrement(ref _out);
        try
        {
            _kept[BitOperations.Log2((uint)array.Length)].Push(array);
        }
        catch (ThreadInterruptedException)
        {
            // Interrupted while it waited to push. The array is left to the garbage collector. The caller's next wait ends instead.
            Thread.CurrentThread.Interrupt();
        }
    }
}
