using System.Reflection;

namespace Pooling.Conventions;

/// <summary>No change of the public surface goes unnoticed, on any framework of the package.</summary>
public sealed class PublicApiTests
{
    public static TheoryData<string> Frameworks => LibraryBuild.Frameworks;

    [Theory]
    [MemberData(nameof(Frameworks))]
    public async Task PublicApi_IsTheAcceptedOne(string framework)
    {
        using MetadataLoadContext context = LibraryBuild.CreateContext(framework);
        Assembly assembly = context.LoadFromAssemblyPath(LibraryBuild.AssemblyPath(framework));

        await Verifier.Verify(PublicApi.Print(assembly)).UseFileName($"PublicApi.{framework}");
    }
}
