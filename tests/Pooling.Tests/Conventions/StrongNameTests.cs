using System.Reflection.Metadata;
using System.Reflection.PortableExecutable;

namespace Pooling.Conventions;

/// <summary>Signed programs can use the library: every assembly of the package is signed, and so is what it refers to.</summary>
public sealed class StrongNameTests
{
    public static TheoryData<string> Assemblies => [.. LibraryBuild.Frameworks.Select(row => LibraryBuild.AssemblyPath((string)row[0])), LibraryBuild.AnalyzersPath];

    [Theory]
    [MemberData(nameof(Assemblies))]
    public void Assembly_OfThePackage_IsSigned(string path)
    {
        using PEReader file = new(File.OpenRead(path));
        MetadataReader metadata = file.GetMetadataReader();

        Assert.False(metadata.GetAssemblyDefinition().PublicKey.IsNil);
        Assert.True(file.PEHeaders.CorHeader!.Flags.HasFlag(CorFlags.StrongNameSigned));
        Assert.Equal(new Version(1, 0, 0, 0), metadata.GetAssemblyDefinition().Version);
    }

    [Theory]
    [MemberData(nameof(Assemblies))]
    public void Reference_OfAnAssembly_HasAPublicKeyToken(string path)
    {
        using PEReader file = new(File.OpenRead(path));
        MetadataReader metadata = file.GetMetadataReader();

        Assert.NotEmpty(metadata.AssemblyReferences);
        Violations.AssertNone(
            from handle in metadata.AssemblyReferences
            let reference = metadata.GetAssemblyReference(handle)
            where metadata.GetBlobBytes(reference.PublicKeyOrToken).Length is not 8
            select metadata.GetString(reference.Name));
    }
}
