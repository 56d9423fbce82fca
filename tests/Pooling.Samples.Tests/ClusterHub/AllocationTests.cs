namespace Pooling.Samples.ClusterHub;

[Collection(AloneCollection.Name)]
[Trait("Category", "Allocation")]
public sealed class AllocationTests
{
    [Fact]
    public async Task Forward_EachOfManyMembers_KeepsNoArrayOfTheRoom()
    {
        const int Members = 500;
        const int MaxBytes = Members * Members * 8; // 2 MB; an array of shares for each takes 8 or 16 MB

        await using TestNode node = await TestNode.StartAsync(true);
        var budget = new Budget(null, 1 << 30);
        var part = new Admission.Part(budget, budget);
        Member[] members = [.. Enumerable.Range(0, Members).Select(
            _ => node.Node.CreateMember(new DiscardingSocket(static _ => { }), "ann", part))];
        using var leaving = new CancellationTokenSource();
        Task[] running = [.. members.Select(member => node.Node.RunAsync(member, "blue", leaving.Token))];
        members[0].Forward("x"u8, number: 1);
        await Wait.Until(() => budget.Used == 0);
        long before = GC.GetTotalMemory(forceFullCollection: true);

        foreach (Member member in members)
            member.Forward("x"u8, number: 1);

        await Wait.Until(() => budget.Used == 0);
        long kept = GC.GetTotalMemory(forceFullCollection: true) - before;
        await leaving.CancelAsync();
        await Task.WhenAll(running);
        Assert.InRange(kept, long.MinValue, MaxBytes);
    }
}
