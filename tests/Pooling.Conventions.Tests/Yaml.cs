using YamlDotNet.Core;
using YamlDotNet.RepresentationModel;

namespace Pooling.Conventions;

/// <summary>Reads the nodes of a YAML file.</summary>
internal static class Yaml
{
    /// <exception cref="YamlException">The text is not a single document that contains a mapping.</exception>
    internal static YamlMappingNode Root(string text)
    {
        var stream = new YamlStream();
        stream.Load(new StringReader(text));

        return stream.Documents is [{ RootNode: YamlMappingNode root }]
            ? root
            : throw new YamlException("The file is not one document with keys and values.");
    }

    /// <summary>Returns the text of a key, or <see langword="null"/> if there is none.</summary>
    internal static string? Text(this YamlMappingNode parent, string key) =>
        parent.Child(key) is YamlScalarNode { Value: { Length: > 0 } value } ? value : null;

    internal static YamlNode? Child(this YamlMappingNode parent, string key) =>
        parent.Children.TryGetValue(key, out YamlNode? node) ? node : null;

    /// <summary>Returns the elements of a key that are mappings.</summary>
    internal static IEnumerable<YamlMappingNode> Elements(this YamlMappingNode parent, string key) =>
        parent.Child(key) is YamlSequenceNode sequence ? sequence.OfType<YamlMappingNode>() : [];
}
