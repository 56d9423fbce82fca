using System.Buffers;
using System.Runtime.CompilerServices;
using System.Runtime.InteropServices;

namespace Pooling.Testing;

public sealed class TestMemoryPoolTests
{
    [Fact]
    public void Rent_Disposed_IsClean()
    {
        using var pool = new TestMemoryPool<byte>();
        IMemoryOwner<byte> owner = pool.Rent(100);
        Assert.Equal(100, owner.Memory.Length);
        Assert.Equal(TestPoolOptions.FreshPattern, owner.Memory.Span[99]);
        owner.Memory.Span.Clear();
        Assert.Equal(1, pool.InUse);

        owner.Dispose();

        pool.AssertAllReturned();
        Assert.Equal(1, pool.TotalReturned);
    }

    [Theory]
    [InlineData(-1, 4096)]
    [InlineData(0, 1)]
    public void Rent_OfNoLength_HasSome(int requested, int length)
    {
        using var pool = new TestMemoryPool<byte>();
        using IMemoryOwner<byte> owner = pool.Rent(requested);

        Assert.Equal(length, owner.Memory.Length);
    }

    [Fact]
    public void Rent_LessThanMinusOne_Throws()
    {
        using var pool = new TestMemoryPool<byte>();

        Assert.Throws<ArgumentOutOfRangeException>(() => pool.Rent(-2));
    }

    [Fact]
    public void Memory_AfterTheDisposal_Throws()
    {
        using var pool = new TestMemoryPool<byte>();
        IMemoryOwner<byte> owner = pool.Rent(1);
        owner.Dispose();

        Assert.Throws<ObjectDisposedException>(() => owner.Memory);
    }

    [Fact]
    public void Dispose_Twice_Throws()
    {
        using var pool = new TestMemoryPool<byte>();
        IMemoryOwner<byte> owner = pool.Rent(1);
        owner.Dispose();

        Assert.Contains("returned twice", Assert.Throws<PoolAssertException>(owner.Dispose).Message);
        Assert.Throws<PoolAssertException>(pool.AssertClean);
    }

    [Fact]
    public void AssertAllReturned_WithAnOwnerOut_NamesItsStack()
    {
        using var pool = new TestMemoryPool<byte>();
        RentHere(pool);

        string message = Assert.Throws<PoolAssertException>(pool.AssertAllReturned).Message;

        Assert.Contains("TestMemoryPool<Byte>: 1 of 1 rentals are not returned.", message);
        Assert.Contains("Byte[10] for 10", message);
        Assert.Contains(nameof(RentHere), message);
    }

    [Theory]
    [InlineData(-1, "in front of its beginning, at index -1")]
    [InlineData(10, "behind its end, at index 10")]
    public void Dispose_WrittenOutsideTheMemory_Throws(int index, string error)
    {
        using var pool = new TestMemoryPool<byte>(new TestPoolOptions { GuardLength = 4 });
        IMemoryOwner<byte> owner = RentHere(pool);
        Assert.Equal(10, owner.Memory.Length);
        Assert.True(MemoryMarshal.TryGetArray(owner.Memory, out ArraySegment<byte> segment));
        segment.Array![segment.Offset + index] = 1;

        Assert.Contains(error, Assert.Throws<PoolAssertException>(owner.Dispose).Message);
    }

    [Fact]
    public void AssertAllReturned_WrittenAfterTheDisposal_Throws()
    {
        using var pool = new TestMemoryPool<byte>();
        IMemoryOwner<byte> owner = pool.Rent(10);
        Memory<byte> kept = owner.Memory;
        owner.Dispose();
        Assert.Equal(TestPoolOptions.ReturnedPattern, kept.Span[0]);
        kept.Span[5] = 1;

        Assert.Contains("after its return, first at index 5", Assert.Throws<PoolAssertException>(pool.AssertAllReturned).Message);
        Assert.Single(pool.Errors);
    }

    [Fact]
    public void Calls_ThatThrowOnPurpose_LeakNothing()
    {
        int calls = FaultPlan.ForEachCall(
            static plan => new TestMemoryPool<byte>(new TestPoolOptions { Faults = plan }),
            static pool => pool.Rent(10).Dispose(),
            static pool => pool.AssertAllReturned());

        Assert.Equal(2, calls);
    }

    [MethodImpl(MethodImplOptions.NoInlining)]
    private static IMemoryOwner<byte> RentHere(MemoryPool<byte> pool) => pool.Rent(10);
}
