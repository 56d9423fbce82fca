namespace Pooling.ApiReference;

public sealed class MissingPlaceTests
{
    /// <summary>Checks that members missing from the pages are named. The build of the site stops in this case.</summary>
    [Fact]
    public void MembersWithoutPlace_BeforeAnythingIsRendered_AreAll()
    {
        string root = SourceTree.FindRoot(AppContext.BaseDirectory);
        Library library = Library.Load(Path.Combine(AppContext.BaseDirectory, "Pooling.dll"));
        var site = new ReferenceSite(library, SourceTree.Read(root, library.References));

        Assert.Contains("T:Pooling.Objects.MagazinePool`1", site.MembersWithoutPlace());
        Assert.Contains("M:Pooling.Objects.MagazinePool`1.Get", site.MembersWithoutPlace());

        site.Render();

        Assert.Empty(site.MembersWithoutPlace());
        Assert.True(site.Places > 500);
    }
}
