namespace Pooling.Encodeables.Generated;

/// <content>Tests lists of parts.</content>
public sealed partial class GeneratedEncodeableTests
{
    [Fact]
    public void Reset_Lists_KeepsTheirParts() => WithTrims(
        () =>
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
        },
        Branch.Pool, Leaf.Pool, Point.Pool);

    /// <summary>A list of the class itself holds a tree, which keeps its shape and its objects from one message to the next.</summary>
    [Fact]
    public void Reset_TreeOfLists_KeepsTheWholeTree() => WithTrims(
        () =>
        {
            Branch tree = Branch.Pool.RentUnchecked();
            List<Branch> first = Grow(tree, levels: 3);
            Assert.True(Branch.Pool.TryReturn(tree));
            Assert.All(first, static branch => Assert.Equal((0, 0), (branch.Age, branch.Branches.Count)));

            long created = Branch.Pool.GetStatistics().TotalCreated;
            Assert.Same(tree, Branch.Pool.RentUnchecked());
            List<Branch> second = Grow(tree, levels: 3);

            Assert.Equal(1 + 2 + 4 + 8, first.Count);
            Assert.Equal(first, second);
            Assert.Equal(created, Branch.Pool.GetStatistics().TotalCreated);
            Assert.True(Branch.Pool.TryReturn(tree));
        },
        Branch.Pool);

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

    private static List<Branch> Grow(Branch branch, int levels)
    {
        List<Branch> all = [branch];
        branch.Age = levels + 1;
        for (int i = 0; i < 2 && levels > 0; i++)
            all.AddRange(Grow(branch.Branches.Add(), levels - 1));

        return all;
    }
}
