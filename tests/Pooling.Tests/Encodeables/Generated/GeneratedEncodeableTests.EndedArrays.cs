using Pooling.Buffers;
using Pooling.Doubles;

namespace Pooling.Encodeables.Generated;

/// <content>Tests references to arrays that have ended, of objects and of structs that hold some.</content>
public sealed partial class GeneratedEncodeableTests
{
    [Fact]
    public void TryReturn_OfTheSecondOfTwoParentsWithOneArray_SkipsTheArray()
    {
        long failed = Packet.Pool.GetStatistics().Drops.Failed;
        long inUse = InUse();
        (PooledRef<Packet> first, PooledRef<Packet> second) = DetachTwoWithOneArray();

        Assert.True(first.TryReturn());
        Assert.True(second.TryReturn());

        Assert.Equal((failed, inUse), (Packet.Pool.GetStatistics().Drops.Failed, InUse()));
    }

    [Fact]
    public void TryReturn_OfTheSecondOfTwoParentsWhoseArrayIsRentedAgain_LeavesItsItems()
    {
        // again if a trim meanwhile has taken the array away
        TestThread.WaitFor(TryReturnWithRentedArray, "the array that has just ended");

        static bool TryReturnWithRentedArray()
        {
            (PooledRef<Packet> first, PooledRef<Packet> second) = DetachTwoWithOneArray();
            PooledArray<Slot> stale = second.Value.Slots!;
            Assert.True(first.TryReturn());
            using PooledScope next = PooledScope.Begin();
            PooledArray<Slot> array = next.RentArray<Slot>(1);
            Point point = Point.Pool.RentUnchecked();
            array.Span[0] = new Slot { Point = point };

            Assert.True(second.TryReturn());

            Assert.True(Point.Pool.TryReturn(point));
            return array == stale;
        }
    }

    private static (PooledRef<Packet> First, PooledRef<Packet> Second) DetachTwoWithOneArray()
    {
        using PooledScope scope = PooledScope.Begin();
        Packet first = scope.Rent(Packet.Pool);
        Packet second = scope.Rent(Packet.Pool);
        first.Outline = second.Outline = scope.RentArray<Point>(1);
        first.Outline.Span[0] = scope.Rent(Point.Pool);
        first.Slots = second.Slots = scope.RentArray<Slot>(1);
        first.Slots.Span[0] = new Slot { Point = scope.Rent(Point.Pool) };
        return (scope.Detach(first), scope.Detach(second));
    }
}
