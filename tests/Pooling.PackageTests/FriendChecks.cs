#if NET
using System.IO.Compression;
using System.Reflection.Metadata;
using System.Reflection.PortableExecutable;

namespace Pooling.PackageTests;

/// <summary>Checks that the assemblies in a package have no friends.</summary>
internal static class FriendChecks
{
    internal static void Run(SelfCheck check, ZipArchive package)
    {
        foreach (ZipArchiveEntry entry in package.Entries.Where(IsLibrary))
        {
            using PEReader image = Open(entry);
            check.Equal($"friends of {entry.FullName}", 0, () => CountFriends(image.GetMetadataReader()));
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
}
#endif
