using System.Reflection.Metadata;
using System.Reflection.PortableExecutable;

namespace Pooling.Conventions;

/// <summary>Tests that signed programs can use the library: every assembly of the package is signed, and so are its references.</summary>
public sealed class StrongNameTests
{
    private static readonly string[] s_ofCompilers = ["Pooling.Analyzers", "Pooling.CodeFixes"];

    public static TheoryData<string> Assemblies => [.. LibraryBuild.FrameworkNames, .. s_ofCompilers];

    [Theory]
    [MemberData(nameof(Assemblies))]
    public void Assembly_OfThePackage_IsSigned(string asset)
    {
        using PEReader file = Open(asset);
        MetadataReader metadata = file.GetMetadataReader();

        Assert.False(metadata.GetAssemblyDefinition().PublicKey.IsNil);
        Assert.True(file.PEHeaders.CorHeader!.Flags.HasFlag(CorFlags.StrongNameSigned));
        Assert.Equal(new Version(1, 0, 0, 0), metadata.GetAssemblyDefinition().Version);
    }

    [Theory]
    [MemberData(nameof(Assemblies))]
    public void Reference_OfAnAssembly_HasAPublicKeyToken(string asset)
    {
        using PEReader file = Open(asset);
        MetadataReader metadata = file.GetMetadataReader();

        Assert.NotEmpty(metadata.AssemblyReferences);
        Violations.AssertNone(
            from handle in metadata.AssemblyReferences
            let reference = metadata.GetAssemblyReference(handle)
            where metadata.GetBlobBytes(reference.PublicKeyOrToken).Length is not 8
            select metadata.GetString(reference.Name));
    }

    private static PEReader Open(string asset) =>
        new(File.OpenRead(s_ofCompilers.Contains(asset) ? LibraryBuild.CompilerPath(asset) : LibraryBuild.AssemblyPath(asset)));
}
