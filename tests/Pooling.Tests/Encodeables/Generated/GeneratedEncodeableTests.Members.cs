using Pooling.Buffers;

namespace Pooling.Encodeables.Generated;

/// <content>Tests single kinds of members.</content>
public sealed partial class GeneratedEncodeableTests
{
    [Fact]
    public void Reset_CollectionOfSomebodyElse_IsLeftAlone()
    {
        List<string> foreign = ["theirs"];
        PooledRef<Signal> rented = Signal.Pool.Rent();
        Signal signal = rented.Value;
        List<string> own = signal.Replaceable;
        own.Add("ours");
        signal.Replaceable = foreign;

        rented.TryReturn();

        Assert.Equal(["theirs"], foreign);
        Assert.Same(own, signal.Replaceable);
        Assert.Empty(own);
    }

    [Fact]
    public void Reset_CollectionWithinTheLimit_KeepsItsMemory()
    {
        PooledRef<Signal> rented = Signal.Pool.Rent();
        Signal signal = rented.Value;
        signal.Numbers.AddRange([1, 2, 3, 4, 5]);
        int capacity = signal.Numbers.Capacity;

        rented.TryReturn();

        Assert.Equal(capacity, signal.Numbers.Capacity);
    }

    [Fact]
    public void Reset_CollectionsBeyondTheLimit_GiveTheirMemoryBack()
    {
        PooledRef<Signal> rented = Signal.Pool.Rent();
        Signal signal = rented.Value;
        List<string> replaceable = signal.Replaceable;
        IList<int> shown = signal.Shown;
        signal.Numbers.AddRange(Enumerable.Range(0, 100));
        for (int i = 0; i < 100; i++)
        {
            replaceable.Add("text");
            shown.Add(i);
        }

        rented.TryReturn();

        Assert.Equal(0, signal.Numbers.Capacity);
        Assert.NotSame(replaceable, signal.Replaceable);
        Assert.NotSame(shown, signal.Shown);
    }

    [Fact]
    public void Reset_KeptMember_KeepsItsValueAndWhatItHolds()
    {
        using PooledRef<Point> kept = Point.Pool.Rent();
        PooledRef<Packet> rented = Packet.Pool.Rent();
        Packet packet = rented.Value;
        packet.Kept = kept.Value;

        rented.TryReturn();

        Assert.Same(kept.Value, packet.Kept);
        packet.Kept = null;
    }

    [Fact]
    public void Reset_ReplacedOwnEncodeable_ReturnsTheOtherAndPutsItsOwnBack()
    {
        PooledRef<Packet> rented = Packet.Pool.Rent();
        Packet packet = rented.Value;
        Choice own = packet.Own;
        own.Selector = 4;
        own.Point = Point.Pool.RentUnchecked();
        packet.Own = Choice.Pool.RentUnchecked();
        long inUse = InUse();

        rented.TryReturn();

        Assert.Equal(inUse - 3, InUse());
        Assert.Same(own, packet.Own);
        Assert.Equal(0, own.Selector);
        Assert.Null(own.Point);
    }

    [Fact]
    public void TryReturn_EventsOfTheLastRenter_AreDropped()
    {
        PooledRef<Signal> rented = Signal.Pool.Rent();
        Signal signal = rented.Value;
        signal.Use(new Random(1));
        signal.Uses = 0;
        rented.TryReturn();

        using PooledRef<Signal> again = Signal.Pool.Rent();
        Assert.Same(signal, again.Value);
        signal.Use(new Random(1));

        Assert.Equal(2, signal.Uses); // one for each event: the old handlers are removed
        signal.Uses = 0;
    }

    [Fact]
    public void Activator_OfADerivedClass_IsAPoolOfItsOwn()
    {
        using PooledRef<DataFrame> data = DataFrame.Pool.Rent();
        using PooledRef<SignedFrame> signed = SignedFrame.Pool.Rent();

        Assert.Same(typeof(DataFrame), data.Value.GetType());
        Assert.Same(typeof(SignedFrame), signed.Value.GetType());
        Assert.Throws<ArgumentException>(() => DataFrame.Pool.TryReturn(signed.Value));
    }

    [Fact]
    public void Dispose_Scope_ReturnsWhatAGeneratedEncodeableHolds()
    {
        long inUse = InUse();
        Packet packet;
        using (PooledScope scope = PooledScope.Begin())
        {
            packet = scope.Rent(Packet.Pool);
            packet.Body = scope.Rent(Point.Pool);
            packet.Path.Add(scope.Rent(Point.Pool));
            packet.Outline = scope.RentArray<Point>(3);
            packet.Outline.Span[1] = scope.Rent(Point.Pool);
        }

        Assert.Equal(inUse, InUse());
        Assert.Null(packet.Body);
        Assert.Empty(packet.Path);
        Assert.Null(packet.Outline);
    }

    [Fact]
    public void Detach_FromAScope_TakesAlongWhatAGeneratedEncodeableHolds()
    {
        PooledRef<Packet> detached;
        using (PooledScope scope = PooledScope.Begin())
        {
            Packet packet = scope.Rent(Packet.Pool);
            Point point = scope.Rent(Point.Pool);
            point.X = 5;
            packet.Map.Add(1, point);
            PooledArray<Slot> slots = scope.RentArray<Slot>(1);
            slots.Span[0] = new Slot { Point = scope.Rent(Point.Pool), Number = 3 };
            packet.Slots = slots;
            packet.SetSlot(new Slot { Point = scope.Rent(Point.Pool) });
            packet.SlotArray = [default, new Slot { Point = scope.Rent(Point.Pool) }];
            packet.SlotList.Add(new Slot { Point = scope.Rent(Point.Pool) });
            packet.SlotList = [new Slot { Point = scope.Rent(Point.Pool) }];
            packet.SlotMap = new() { [4] = new Slot { Point = scope.Rent(Point.Pool) } };
            detached = scope.Detach(packet);
        }

        long inUse = InUse();
        Assert.Equal(5, detached.Value.Map[1].X);
        Assert.Equal(3, detached.Value.Slots!.Span[0].Number);
        Packet kept = detached.Value;
        Assert.True(detached.TryReturn());
        Assert.Equal(inUse - 8, InUse());
        Assert.Equal((null, 0, null), (kept.SlotArray, kept.SlotList.Count, kept.SlotMap));
    }

    [Fact]
    public void TryReturn_WhenAnInitialiserThrows_LetsTheObjectGoAndStaysBalanced()
    {
        for (int k = 0; k < 3; k++)
        {
            Fragile.CallsUntilFault = int.MaxValue;
            PooledRef<Fragile> rented = Fragile.Pool.Rent();
            rented.Value.Point = Point.Pool.RentUnchecked();
            long points = Point.Pool.GetStatistics().InUse;

            Fragile.CallsUntilFault = k;
            Assert.Throws<InjectedFaultException>(() => rented.TryReturn());
            Fragile.CallsUntilFault = int.MaxValue;

            Assert.Equal(points - 1, Point.Pool.GetStatistics().InUse);
            Assert.Equal(0, Fragile.Pool.GetStatistics().InUse);
            Assert.False(rented.TryReturn());
            using PooledRef<Fragile> next = Fragile.Pool.Rent();
            Assert.Equal((1, 2, 0), (next.Value.First, next.Value.Second, next.Value.Resets));
        }
    }

    [Fact]
    public void Reset_WithAHook_CallsItLast()
    {
        Fragile.CallsUntilFault = int.MaxValue;
        PooledRef<Fragile> rented = Fragile.Pool.Rent();
        Fragile fragile = rented.Value;
        int resets = fragile.Resets;

        rented.TryReturn();

        Assert.Equal(resets + 1, fragile.Resets);
    }
}
