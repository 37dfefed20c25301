// What the house would refuse is not sent first: a photo may be smaller than a book. `limits` is what the page says of both.
export function tooLarge(file, limits) {
  const isPicture = /\.(?:png|jpe?g|webp|hei[cf])$/i.test(file.name);
  if (isPicture && file.size > Number(limits.mostPicture)) return limits.largePicture;
  return file.size > Number(limits.most) ? limits.large : "";
}
