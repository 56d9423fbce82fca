#if NET
using System.IO.Compression;
using System.Reflection.Metadata;
using System.Reflection.PortableExecutable;

namespace Pooling.PackageTests;

/// <summary>Checks the assemblies in a package: that they have no friends, and that those of single platforms are the portable one with
/// machine code beside it.</summary>
internal static class ImageChecks
{
    internal static void Run(SelfCheck check, ZipArchive package)
    {
        foreach (ZipArchiveEntry entry in package.Entries.Where(IsLibrary))
        {
            using PEReader image = Open(entry);
            check.Equal($"friends of {entry.FullName}", 0, () => CountFriends(image.GetMetadataReader()));
            if (!entry.FullName.StartsWith("runtimes/", StringComparison.Ordinal))
                continue;

            using PEReader portable = Open(package.GetEntry($"lib/{entry.FullName.Split('/')[^2]}/{entry.Name}")!);
            check.Equal($"version of {entry.FullName}", VersionOf(portable), () => VersionOf(image));
            check.That($"machine code in {entry.FullName}", () => HasMachineCode(image) && !HasMachineCode(portable));
        }
    }

    private static bool IsLibrary(ZipArchiveEntry entry) =>
        entry.Name.EndsWith(".dll", StringComparison.Ordinal) && !entry.FullName.StartsWith("analyzers/", StringComparison.Ordinal);

    private static PEReader Open(ZipArchiveEntry entry)
    {
        var content = new MemoryStream();
        using (Stream stream = entry.Open())
            stream.CopyTo(content);

        content.Position = 0;
        return new PEReader(content);
    }

    private static int CountFriends(MetadataReader metadata) => metadata.GetAssemblyDefinition().GetCustomAttributes()
        .Select(handle => metadata.GetCustomAttribute(handle).Constructor)
        .Where(constructor => constructor.Kind == HandleKind.MemberReference)
        .Select(constructor => metadata.GetMemberReference((MemberReferenceHandle)constructor).Parent)
        .Where(type => type.Kind == HandleKind.TypeReference)
        .Count(type => metadata.GetString(metadata.GetTypeReference((TypeReferenceHandle)type).Name) is "InternalsVisibleToAttribute");

    // Made from the same sources by the same compiler, they have the same one.
    private static Guid VersionOf(PEReader image)
    {
        MetadataReader metadata = image.GetMetadataReader();
        return metadata.GetGuid(metadata.GetModuleDefinition().Mvid);
    }

    private static bool HasMachineCode(PEReader image) => image.PEHeaders.CorHeader!.ManagedNativeHeaderDirectory.Size > 0;
}
#endif
