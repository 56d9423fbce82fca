namespace Pooling.Conventions;

/// <summary>Tests that rooms, which are the folders of the library, depend only on lower ones.</summary>
public sealed class RoomTests
{
    /// <summary>The rooms that a room may use.</summary>
    private static readonly Dictionary<string, string[]> s_allowed = new()
    {
        ["Internal"] = [],
        ["Diagnostics"] = ["Internal"],
        ["Objects"] = ["Diagnostics", "Internal"],
        ["Queues"] = ["Diagnostics", "Internal"],
        ["Buffers"] = ["Objects", "Diagnostics", "Internal"],
        ["Json"] = ["Buffers", "Objects", "Diagnostics", "Internal"],
        ["Encodeables"] = ["Objects", "Buffers", "Diagnostics", "Internal"],
        ["Dispatch"] = ["Encodeables", "Diagnostics", "Internal"],
    };

    [Fact]
    public void EveryType_OfTheLibrary_LivesInARoom() =>
        Assert.All(RepositoryTree.CSharpFiles(Path.Combine("src", "Pooling")).Select(static file => file.Split('/')[0]).Distinct(),
            static room => Assert.Contains(room, s_allowed.Keys));

    [Fact]
    public void Members_UseOnlyTheRoomsBelow()
    {
        IEnumerable<TypeUse> upward = TypeUseReader.Read(LibraryBuild.AssemblyPath(LibraryBuild.NewestFramework))
            .Where(use => !IsAllowed(use));

        Violations.AssertNone(upward.Select(use => $"{use.Member} uses {use.To}"));
    }

    [Fact]
    public void Read_MethodBody_IsSeen() => Assert.Contains(
        new TypeUse("Pooling.Objects.PoolOptions", "Pooling.Objects.PoolOptions.set_Name", "Pooling.Internal.Throw"),
        TypeUseReader.Read(LibraryBuild.AssemblyPath(LibraryBuild.NewestFramework)));

    [Theory]
    [InlineData("Pooling.Buffers.Writer", "Pooling.Objects.Pool", true)]
    [InlineData("Pooling.Objects.Pool", "Pooling.Buffers.Writer", false)]
    [InlineData("Pooling.Queues.Ring", "Pooling.Objects.Pool", false)]
    [InlineData("Pooling.Internal.Throw", "Pooling.Objects.Pool", false)]
    [InlineData("Pooling.Objects.Pool", "Pooling.Internal.Polyfills.Guards", true)]
    [InlineData("Pooling.Objects.Pool", "Pooling.Unheard.Of", false)]
    public void IsAllowed_Arrow_PointsDownwards(string from, string to, bool expected) =>
        Assert.Equal(expected, IsAllowed(new TypeUse(from, from, to)));

    // Types that the compiler generates have no area.
    private static bool IsAllowed(TypeUse use) =>
        RoomOf(use.From) is not { } from || RoomOf(use.To) is not { } to || from == to
        || s_allowed.GetValueOrDefault(from, []).Contains(to);

    private static string? RoomOf(string type) => type.Split('.') is ["Pooling", var room, _, ..] ? room : null;
}
