using System.Buffers;

namespace Pooling.Doubles;

/// <summary>An array pool that throws on chosen calls, before or after they did their work, with a pattern in every array.</summary>
/// <remarks>
/// <para>An array does not belong to its renter once <see cref="Return"/> was called, even if that throws. Such an array is checked for
/// late writes, and a second return of it is an error. The array of a <see cref="Rent"/> that throws never reaches a caller.</para>
/// <para>Thread safety: all threads may call the methods at the same time.</para>
/// </remarks>
internal sealed class FaultyArrayPool<T> : ArrayPool<T>
{
    /// <summary>Initializes a pool with one call that throws.</summary>
    /// <param name="failingCall">The number of the call, rentals and returns counted together from 1; 0 for none.</param>
    /// <param name="moment">Whether the call throws before or after it did its work.</param>
    internal FaultyArrayPool(int failingCall, FaultMoment moment)
        : this(new FaultPlan(failingCall, moment))
    {
    }

    /// <summary>Initializes a pool that throws according to a plan.</summary>
    /// <param name="plan">The plan.</param>
    /// <param name="inner">The pool that creates and records the arrays; <see langword="null"/> for a new one.</param>
    internal FaultyArrayPool(FaultPlan plan, CountingArrayPool<T>? inner = null)
    {
        Plan = plan;
        Inner = inner ?? new();
    }

    /// <summary>Gets the plan that decides which call throws.</summary>
    internal FaultPlan Plan { get; }

    /// <summary>Gets the pool that creates and records the arrays.</summary>
    internal CountingArrayPool<T> Inner { get; }

    /// <summary>Gets the number of rentals and returns so far.</summary>
    internal int Calls => Plan.Calls;

    /// <inheritdoc/>
    public override T[] Rent(int minimumLength)
    {
        int call = Plan.Enter(nameof(Rent));
        T[] array = Inner.Rent(minimumLength);
        try
        {
            Plan.Leave(call, nameof(Rent));
        }
        catch
        {
            Inner.Abandon(array);
            throw;
        }

        return array;
    }

    /// <inheritdoc/>
    public override void Return(T[] array, bool clearArray = false)
    {
        int call;
        try
        {
            call = Plan.Enter(nameof(Return));
        }
        catch
        {
            Inner.Abandon(array);
            throw;
        }

        Inner.Return(array, clearArray);
        Plan.Leave(call, nameof(Return));
    }
}
