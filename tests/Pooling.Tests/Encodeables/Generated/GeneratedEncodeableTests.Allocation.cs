#if !NETFRAMEWORK
namespace Pooling.Encodeables.Generated;

/// <content>Tests the allocations of generated code.</content>
public sealed partial class GeneratedEncodeableTests
{
    [Fact]
    [Trait("Category", "Allocation")]
    public void RentAndReturn_OfWarmObjects_AllocatesNothing() => AllocationAssert.Zero(static () =>
    {
        using PooledScope scope = PooledScope.Begin();
        Packet packet = scope.Rent(Packet.Pool);
        SignedFrame frame = scope.Rent(SignedFrame.Pool); // with members that are init-only, and a base class
        frame.Data.Add(1);
        packet.Body = frame;
        scope.Rent(Nesting<int>.Cell<string>.Pool).Index.Clear(); // generic: init-only members go through a delegate
        packet.Own.Selector = 1;
        packet.Path.Add(scope.Rent(Point.Pool));
        packet.Outline = scope.RentArray<Point>(3);
        packet.Names = scope.RentArray<string?>(3);
        Table table = scope.Rent(Table.Pool);
        table.RentPoints(20)[19] = scope.Rent(Point.Pool);
        table.RentSamples(1000);
    });
}
#endif
