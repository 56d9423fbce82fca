namespace Pooling.Encodeables.Generated;

/// <content>Tests lists of parts.</content>
public sealed partial class GeneratedEncodeableTests
{
    [Fact]
    public void Reset_Lists_KeepsTheirParts()
    {
        Branch branch = Branch.Pool.RentUnchecked();
        Leaf leaf = branch.Leaves.Add();
        Point point = leaf.Outline.Add();
        point.X = 3;
        Branch inner = branch.Branches.Add();
        inner.Root.X = 4;
        inner.Choice = Choice.Pool.RentUnchecked();
        long choices = Choice.Pool.GetStatistics().InUse;
        Assert.True(Branch.Pool.TryReturn(branch));

        Assert.Equal(choices - 1, Choice.Pool.GetStatistics().InUse);
        Assert.Equal((0, 0), (branch.Leaves.Count, branch.Branches.Count));
        Assert.Same(branch, Branch.Pool.RentUnchecked());
        Assert.Same(leaf, branch.Leaves.Add());
        Assert.Empty(leaf.Outline);
        Assert.Same(point, leaf.Outline.Add());
        Assert.Equal(0, point.X);
        Assert.Same(inner, branch.Branches.Add());
        Assert.Equal((0, null), (inner.Root.X, inner.Choice));
        Assert.True(Branch.Pool.TryReturn(branch));
    }

    [Fact]
    public void Detach_Lists_TakesWhatThePartsHoldAlong()
    {
        PooledRef<Branch> kept;
        using (PooledScope scope = PooledScope.Begin())
        {
            Branch branch = scope.Rent(Branch.Pool);
            Branch part = branch.Branches.Add().Branches.Add();
            part.Choice = scope.Rent(Choice.Pool);
            part.Choice.Selector = 9;
            kept = scope.Detach(branch);
        }

        long inUse = Choice.Pool.GetStatistics().InUse;
        Assert.Equal(9, kept.Value.Branches[0].Branches[0].Choice!.Selector);
        Assert.True(kept.TryReturn());
        Assert.Equal(inUse - 1, Choice.Pool.GetStatistics().InUse);
    }

    [Fact]
    public void Pool_OfAClassWithListsOnly_KnowsThem()
    {
        Leaf.Pool.TryReturn(Leaf.Pool.RentUnchecked());
        VeinedLeaf.Pool.TryReturn(VeinedLeaf.Pool.RentUnchecked());

        Assert.True(Leaf.Pool.MayOwnLists);
        Assert.True(VeinedLeaf.Pool.MayOwnLists);
        Point.Pool.TryReturn(Point.Pool.RentUnchecked());
        Assert.False(Point.Pool.MayOwnLists);
    }
}
