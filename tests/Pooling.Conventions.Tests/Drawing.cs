using System.Globalization;
using System.Text;

namespace Pooling.Conventions;

/// <summary>A drawing of a generated page, dark or light as the reader prefers.</summary>
internal sealed class Drawing
{
    private readonly StringBuilder _svg = new();

    /// <param name="frame">The attributes of the drawing: its size and its class.</param>
    /// <param name="title">A description for those who do not see it.</param>
    /// <param name="style">The style sheet. The site has its own.</param>
    internal Drawing(string frame, string title, string style) => _svg.Append(
        $"<svg xmlns=\"http://www.w3.org/2000/svg\" {frame} role=\"img\" aria-label=\"{title}\">\n{style}\n");

    /// <summary>Ends the drawing, and returns it.</summary>
    public override string ToString() => $"{_svg}</svg>\n".ReplaceLineEndings("\n");

    internal void Path(string style, IEnumerable<(double X, double Y)> points)
    {
        IEnumerable<string> places = points.Select(static point =>
            string.Create(CultureInfo.InvariantCulture, $"{point.X:F0} {point.Y:F0}"));
        _svg.Append($"<path class=\"{style}\" d=\"M{string.Join(" L", places)}\"/>\n");
    }

    internal void Text(double x, double y, string anchor, string text, string style) => _svg.Append(
        CultureInfo.InvariantCulture,
        $"<text x=\"{x:F0}\" y=\"{y:F0}\" text-anchor=\"{anchor}\"{ClassOf(style)}>{text}</text>\n");

    internal void Circle(double x, double y, double radius, string style) => _svg.Append(
        CultureInfo.InvariantCulture, $"<circle class=\"{style}\" cx=\"{x:F1}\" cy=\"{y:F1}\" r=\"{radius:0.#}\"/>\n");

    internal void Bar(double x, double y, double width, double height, string style) => _svg.Append(
        CultureInfo.InvariantCulture,
        $"<rect{ClassOf(style)} x=\"{x:F0}\" y=\"{y:F0}\" "
        + $"width=\"{Math.Max(width, 1):F0}\" height=\"{height:F0}\"/>\n");

    private static string ClassOf(string style) => style == "" ? "" : $" class=\"{style}\"";
}
