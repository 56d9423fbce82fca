using System.Text;
using System.Xml;
using System.Xml.Linq;

namespace Pooling.Tour.Reporting;

/// <summary>Builds a page from elements, so that it is well-formed and encoded by construction.</summary>
internal static class Html
{
    private static readonly HashSet<string> s_void = ["meta", "link", "br", "hr", "img", "input", "rect", "circle", "line"];

    public static XElement Element(string name, string? className, params object?[] content)
    {
        var element = new XElement(name);
        if (className is not null)
            element.SetAttributeValue("class", className);

        element.Add(content);
        return element;
    }

    public static XAttribute Attribute(string name, string value) => new(name, value);

    /// <summary>Writes a complete document that is valid HTML and well-formed XML.</summary>
    public static void Write(XElement root, Stream target)
    {
        foreach (XElement element in root.DescendantsAndSelf())
        {
            if (element.IsEmpty && !s_void.Contains(element.Name.LocalName))
                element.Add(""); // a browser treats <p/> as an opening tag
        }

        var settings = new XmlWriterSettings
        {
            Encoding = new UTF8Encoding(encoderShouldEmitUTF8Identifier: false),
            OmitXmlDeclaration = true,
            Indent = true,
            NewLineChars = "\n",
        };
        target.Write("<!DOCTYPE html>\n"u8);
        using var writer = XmlWriter.Create(target, settings);
        root.WriteTo(writer);
    }
}
