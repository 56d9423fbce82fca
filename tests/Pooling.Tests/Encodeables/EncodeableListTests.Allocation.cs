#if !NETFRAMEWORK
namespace Pooling.Encodeables;

public sealed partial class EncodeableListTests
{
    [Theory]
    [Trait("Category", "Allocation")]
    [InlineData(1)]
    [InlineData(10)]
    [InlineData(1000)]
    public void RentAddAndReturn_SteadyState_AllocatesNothing(int parts) => AllocationAssert.Zero(() =>
    {
        using PooledRef<ListNode> rental = _messages.Rent();
        EncodeableList<ListNode> list = rental.Value.Parts!;
        for (int i = 0; i < parts; i++)
            list.Add();

        foreach (ListNode part in list)
            part.Number++;
    });

    [Fact]
    [Trait("Category", "Allocation")]
    public void RentAddAndReturn_SizesThatVary_AllocatesNothing()
    {
        int message = 0;
        AllocationAssert.Zero(() =>
        {
            using PooledScope scope = PooledScope.Begin();
            EncodeableList<ListNode> list = scope.Rent(_messages).Parts!;
            list.AddRange(message++ % 200 < 5 ? 50 : 10);
            list.RemoveAt(3);
            list.RemoveLast();
            list.DetachAt(2).TryReturn();
        });
    }
}
#endif
