#if NET
using System.IO.Compression;
using System.Reflection.Metadata;
using System.Reflection.PortableExecutable;

namespace Pooling.PackageTests;

/// <summary>Checks that neither symbols nor assemblies have a path of the machine that made them.</summary>
internal static class SymbolChecks
{
    internal static void Run(SelfCheck check, ZipArchive package, ZipArchive symbols)
    {
        foreach (ZipArchiveEntry entry in symbols.Entries.Where(static entry => HasExtension(entry, ".pdb")))
        {
            using MetadataReaderProvider provider = MetadataReaderProvider.FromPortablePdbStream(Content(entry));
            MetadataReader reader = provider.GetMetadataReader();
            string[] paths = [.. reader.Documents.Select(handle => reader.GetString(reader.GetDocument(handle).Name))];
            check.That($"sources in {entry.FullName}", () => paths.Length > 0);
            check.Equal($"paths of the machine in {entry.FullName}", "",
                () => string.Join(' ', paths.Where(static path => !IsMapped(path))));
        }

        foreach (ZipArchiveEntry entry in package.Entries.Where(static entry => HasExtension(entry, ".dll")))
        {
            using var image = new PEReader(Content(entry));
            check.Equal($"paths of the machine in {entry.FullName}", "",
                () => string.Join(' ', SymbolPaths(image).Where(static path => !IsMapped(path))));
        }
    }

    private static bool HasExtension(ZipArchiveEntry entry, string extension) => entry.Name.EndsWith(extension, StringComparison.Ordinal);

    // The root of the sources, of which there may be several: /_/, /_1/.
    private static bool IsMapped(string path) =>
        path.StartsWith("/_", StringComparison.Ordinal) || path.AsSpan().IndexOfAny('/', '\\') < 0;

    private static IEnumerable<string> SymbolPaths(PEReader image) => image.ReadDebugDirectory()
        .Where(static entry => entry.Type == DebugDirectoryEntryType.CodeView)
        .Select(entry => image.ReadCodeViewDebugDirectoryData(entry).Path);

    private static MemoryStream Content(ZipArchiveEntry entry)
    {
        var content = new MemoryStream();
        using (Stream stream = entry.Open())
            stream.CopyTo(content);

        content.Position = 0;
        return content;
    }
}
#endif
